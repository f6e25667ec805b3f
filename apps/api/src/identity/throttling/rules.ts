// A rule says how often something may be done. It belongs to the feature that it limits; deps.throttles.of(rule) counts for it. The
// number may be a setting.
import type { Config } from '../../runtime/settings/config.ts';

type Points = number | ((limits: Config['limits']) => number);

export type ThrottleRule = { name: string; points: Points; duration: number };
export type NetworkRule = ThrottleRule & { byNetwork: true };

export const minutes = 60;
export const hours = 3600;

export const throttle = (name: string, points: Points, duration: number): ThrottleRule => ({
  name,
  points,
  duration,
});

export const networkThrottle = (name: string, points: Points, duration: number): NetworkRule => ({
  ...throttle(name, points, duration),
  byNetwork: true,
});
