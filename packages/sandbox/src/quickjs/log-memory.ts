/** Logs in memory that host and thread share: four bytes of length, then the text. */
const header = 4

/** Room for so many bytes of logs. */
export function logMemory(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(header + bytes)
}

/** Appends what there is room for; false when that was not all of it. */
export function appendLog(memory: SharedArrayBuffer, text: string): boolean {
  const used = new Int32Array(memory, 0, 1)
  const bytes = new TextEncoder().encode(text)
  const from = Atomics.load(used, 0)
  const room = memory.byteLength - header - from
  new Uint8Array(memory).set(bytes.subarray(0, room), header + from)
  Atomics.store(used, 0, from + Math.min(room, bytes.length))
  return bytes.length <= room
}

/** The text so far, without a character of which there was only a part. */
export function readLog(memory: SharedArrayBuffer): string {
  const length = Atomics.load(new Int32Array(memory, 0, 1), 0)
  const bytes = Buffer.from(new Uint8Array(memory, header, length))
  return new TextDecoder().decode(bytes, { stream: true })
}
