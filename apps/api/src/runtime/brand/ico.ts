// An .ico file: a list of PNG pictures behind a small table.
type Icon = { size: number; png: Buffer };

const headBytes = 6;
const entryBytes = 16;

export const toIco = (icons: Icon[]) => {
  const table = Buffer.alloc(headBytes + entryBytes * icons.length);
  // The type 1 is an icon.
  table.writeUInt16LE(1, 2);
  table.writeUInt16LE(icons.length, 4);
  let offset = table.length;
  for (const [index, { size, png }] of icons.entries()) {
    const entry = headBytes + entryBytes * index;
    table.writeUInt8(size, entry);
    table.writeUInt8(size, entry + 1);
    // One plane of 32 bits for each pixel.
    table.writeUInt16LE(1, entry + 4);
    table.writeUInt16LE(32, entry + 6);
    table.writeUInt32LE(png.length, entry + 8);
    table.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([table, ...icons.map(({ png }) => png)]);
};
