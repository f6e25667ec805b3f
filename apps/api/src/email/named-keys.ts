// Keys as a mail to their owner names them: some by name, and whether there are more.
export type NamedKeys = { named: string[]; more: boolean };
