// Operators watch these, in Prometheus' form. Counters are of this process; the scraper adds them up.
import { Counter, Gauge, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof openMetrics>;

export const openMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    faucetTransfers: new Counter({
      name: 'ballast_faucet_transfers_total',
      help: 'Faucet transfers that ended, by outcome: completed or failed',
      labelNames: ['outcome'],
      registers,
    }),
    breachedPasswordChecks: new Counter({
      name: 'ballast_breached_password_checks_total',
      help: 'Questions to the service of breached passwords, by outcome: found, absent or failed',
      labelNames: ['outcome'],
      registers,
    }),
    faucetTreasuryEmpty: new Gauge({
      name: 'ballast_faucet_treasury_empty',
      help: '1 while the faucet wallet lacks what the label names: tokens, or gas to send them',
      labelNames: ['lacks'],
      registers,
    }),
  };
};
