const number = new Intl.NumberFormat('en-US');

// '1,284'
export const formatNumber = (value: number) => number.format(value);
