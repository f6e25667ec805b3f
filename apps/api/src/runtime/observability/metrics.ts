// Operators watch these, in Prometheus' form. Counters are of this process; the scraper adds them up.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import packageJson from '../../../package.json' with { type: 'json' };

export type Metrics = ReturnType<typeof openMetrics>;

export const signInWays = [
  'password',
  'passkey',
  'github',
  'google',
  'mailed_link',
  'second_factor',
  'cli',
] as const;
export const signInOutcomes = ['succeeded', 'refused', 'limited', 'failed'] as const;

// The process itself, its event loop and its version.
export const watchProcess = (registry: Registry) => {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'ballast_build_info',
    help: 'Always 1; the labels say which version runs, on which Node',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version: packageJson.version, node: process.version }, 1);
};

// Where there is a primary, it knows these. A worker that gets no answer says so of its primary.
const watchUp = (registry: Registry) =>
  new Gauge({
    name: 'ballast_process_up',
    help: '1 for each process that answers in time, by its number and what it serves: portal or key-check',
    labelNames: ['worker', 'role'],
    registers: [registry],
  });

export const watchFleet = (registry: Registry, count: () => { up: number; wanted: number }) => {
  new Gauge({
    name: 'ballast_workers',
    help: 'Processes that serve: how many answer (up), and how many there should be (wanted)',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, number] of Object.entries(count())) this.set({ state }, number);
    },
  });
  const replaced = new Counter({
    name: 'ballast_processes_replaced_total',
    help: 'Processes that ended by themselves, or hung, and were replaced',
    registers: [registry],
  });
  return { up: watchUp(registry), replaced };
};

export const watchSilentPrimary = (registry: Registry) =>
  watchUp(registry).set({ worker: 'primary', role: 'primary' }, 0);

export const openMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  const signIns = new Counter({
    name: 'ballast_sign_ins_total',
    help: 'Sign-ins, by way and outcome: succeeded, refused (a wrong proof), limited or failed (a fault of ours)',
    labelNames: ['way', 'outcome'],
    registers,
  });
  const mails = new Counter({
    name: 'ballast_mails_total',
    help: 'Mails, by outcome: sent, failed (and tried again later), or held because its reader got too many',
    labelNames: ['outcome'],
    registers,
  });
  // A series that begins with its first event hides that event from a rate.
  for (const way of signInWays) for (const outcome of signInOutcomes) signIns.inc({ way, outcome }, 0);
  for (const outcome of ['sent', 'failed', 'held']) mails.inc({ outcome }, 0);
  return {
    registry,
    signIns,
    mails,
    httpRequests: new Histogram({
      name: 'ballast_http_request_duration_seconds',
      help: 'Requests other than key checks, by method, pattern of the route and class of the status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    httpCallsShed: new Counter({
      name: 'ballast_http_calls_shed_total',
      help: 'Calls that were refused at once by 503, because the process had too many in hand',
      registers,
    }),
    jobs: new Counter({
      name: 'ballast_jobs_total',
      help: 'Jobs that this process worked on, by outcome: completed, failed (and tried again later) or given_up',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
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
