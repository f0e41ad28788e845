/** Entries that are looked at. */
const maxEntries = 5_000

/** The names in the directory of a zip archive, read without unpacking, and whether an entry is encrypted. */
export function zipEntryNames(bytes: Uint8Array): {
  readonly names: readonly string[]
  readonly isEncrypted: boolean
} {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  let isEncrypted = false
  let at = directoryStart(view)
  while (at >= 0 && at + 46 <= bytes.length && names.length < maxEntries) {
    if (view.getUint32(at, true) !== 0x02014b50) break
    if ((view.getUint16(at + 8, true) & 1) === 1) isEncrypted = true
    const nameLength = view.getUint16(at + 28, true)
    names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)))
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return { names, isEncrypted }
}

/** Where the central directory begins, by the record at the end; -1 without one. */
function directoryStart(view: DataView): number {
  const last = Math.max(0, view.byteLength - 65_557)
  for (let at = view.byteLength - 22; at >= last; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    const given = view.getUint32(at + 16, true)
    // An archive behind other data counts its offsets from its own beginning.
    const before = at - view.getUint32(at + 12, true)
    return before >= 0 &&
      before + 4 <= view.byteLength &&
      view.getUint32(before, true) === 0x02014b50
      ? before
      : given
  }
  return -1
}
