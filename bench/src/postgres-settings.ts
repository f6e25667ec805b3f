// A PostgreSQL as it would be set up for this load, but for the wait for the disk.
export const postgresSettings = {
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  synchronous_commit: 'off',
};
