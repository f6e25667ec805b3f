import { Eraser, Pause, Play, Radio, WifiOff } from 'lucide-react';
import { tryingAgain } from '../../../lib/failure-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { RequestFeed } from './use-request-feed.ts';

type LiveBarProps = {
  feed: RequestFeed;
  isPaused: boolean;
  onPause: (isPaused: boolean) => void;
  // Groups count what a list was cleared of, too.
  canClear: boolean;
};

// Whether new requests are shown as they come, and the buttons for it.
export function LiveBar({ feed, isPaused, onPause, canClear }: LiveBarProps) {
  return (
    <div className="flex items-center gap-1">
      <Status feed={feed} isPaused={isPaused} />
      <Button
        size="small"
        variant="ghost"
        icon={isPaused ? <Play /> : <Pause />}
        onClick={() => onPause(!isPaused)}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {canClear && (
        <Button
          size="small"
          variant="ghost"
          icon={<Eraser />}
          disabled={!feed.rows.length}
          onClick={feed.clear}
        >
          Clear
        </Button>
      )}
    </div>
  );
}

const statusOf = ({ isAway, isLoaded }: RequestFeed, isPaused: boolean) => {
  if (isPaused) return { words: 'Paused', icon: <Pause />, look: 'text-text-2' };
  if (isAway)
    return {
      words: tryingAgain,
      icon: <WifiOff />,
      look: 'text-danger',
    };
  if (!isLoaded) return null;
  return { words: 'Live', icon: <Radio className="text-accent" />, look: 'text-text-2' };
};

function Status({ feed, isPaused }: Pick<LiveBarProps, 'feed' | 'isPaused'>) {
  const status = statusOf(feed, isPaused);
  return (
    <p
      role="status"
      className={cx(
        'mr-1.5 flex items-center gap-1.5 text-small [&_.lucide]:size-3.5 [&_.lucide]:flex-none [&_.lucide]:stroke-[1.9]',
        status?.look,
      )}
    >
      {status?.icon}
      {status?.words}
    </p>
  );
}
