// A number that is given as --name=10.
export const numberOption = (name: string, usual: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? usual);
