// The package brings no types of its own.
declare module 'postject' {
  export const inject: (
    executable: string,
    name: string,
    content: Buffer,
    options: { sentinelFuse: string },
  ) => Promise<void>;
}
