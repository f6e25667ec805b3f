// A queue is its name and the type of its jobs: what is put in is what its worker takes out.
export type Queue<Job extends object> = { readonly name: string; readonly job?: Job };

type NoData = Record<string, never>;

export const queue = <Job extends object = NoData>(name: string): Queue<Job> => ({ name });
