import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxFile } from '../execution/execution.ts'
import { foldersOf } from '../request/validate-request.ts'

/** The owner of new files; null keeps this process' user. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Writes validated files into an empty folder that nothing else writes to: it follows links. */
export async function putFiles(
  folder: string,
  files: readonly SandboxFile[],
  owner: Account | null,
): Promise<void> {
  const own = async (path: string): Promise<void> => {
    if (owner) await chown(path, owner.uid, owner.gid)
  }
  for (const name of new Set(files.flatMap((file) => foldersOf(file.path)))) {
    await mkdir(join(folder, name), { mode: 0o755 })
    await own(join(folder, name))
  }
  for (const { path, bytes, executable } of files) {
    await writeFile(join(folder, path), bytes, { flag: 'wx', mode: executable ? 0o755 : 0o644 })
    await own(join(folder, path))
  }
}
