import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxFile } from '../execution.ts'
import { foldersOf } from '../request/check-request.ts'

/** Whom new files shall belong to; null leaves them to us. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** Writes checked files into a folder that is empty and that nothing else writes yet. */
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
