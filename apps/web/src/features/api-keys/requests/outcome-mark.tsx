import type { RequestOutcome } from '@ballast/contract/requests/requests';
import { CircleCheck, CircleX, Gauge } from 'lucide-react';

const marks = {
  allowed: <CircleCheck className="flex-none text-chart-allowed" />,
  limited: <Gauge className="flex-none text-chart-limited" />,
  refused: <CircleX className="flex-none text-chart-refused" />,
};

export function OutcomeMark({ outcome }: { outcome: RequestOutcome }) {
  return marks[outcome];
}
