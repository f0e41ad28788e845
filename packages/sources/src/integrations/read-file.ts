import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'

/** Does not follow a link at the end of the path, and does not block on a pipe. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export type FileReading =
  | {
      readonly kind: 'read'
      readonly bytes: Uint8Array
      /** Size of the file, also when it is not read. */
      readonly size: number
      readonly executable: boolean
    }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'special' }

/**
 * Reads a regular file of at most `maxBytes`. Checks the opened file; a file that grows meanwhile is not read
 * further. Throws file system errors.
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<FileReading> {
  const handle = await open(path, flags)
  try {
    const status = await handle.stat()
    if (!status.isFile()) return { kind: 'special' }
    if (status.size > maxBytes) return { kind: 'too-large' }
    const bytes = new Uint8Array(status.size)
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    const executable = (status.mode & 0o111) !== 0
    return { kind: 'read', bytes: bytes.subarray(0, filled), size: filled, executable }
  } finally {
    await handle.close()
  }
}

/** Checks a file without reading it. */
export async function measureRegularFile(path: string, maxBytes: number): Promise<FileReading> {
  const { size, mode, isFile } = await statusOf(path)
  if (!isFile) return { kind: 'special' }
  if (size > maxBytes) return { kind: 'too-large' }
  return { kind: 'read', bytes: new Uint8Array(), size, executable: (mode & 0o111) !== 0 }
}

async function statusOf(path: string): Promise<{ size: number; mode: number; isFile: boolean }> {
  const status = await lstat(path)
  return { size: status.size, mode: status.mode, isFile: status.isFile() }
}

/** Whether the error means a link or a socket. */
export function isNotAFile(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ELOOP' || code === 'ENXIO'
}

/** Whether the error means that the file does not exist. */
export function isAbsent(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}
