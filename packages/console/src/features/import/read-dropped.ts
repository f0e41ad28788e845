import type { FoundFile } from './discover-skills.ts'

/** A file as the import needs it; the path of a chosen folder comes with it. */
export function foundFile(file: File, path = file.webkitRelativePath || file.name): FoundFile {
  return { path, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) }
}

/** Every file of what was dropped, folders read to their depth. */
export async function readDropped(items: DataTransferItemList): Promise<FoundFile[]> {
  // Entries must be taken before the first wait: the list is emptied when the event is over.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: FoundFile[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: FoundFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    found.push(foundFile(file, entry.fullPath.replace(/^\//, '')))
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // A browser gives at most 100 entries at a time, and none when it is done.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return
    for (const child of batch) await collect(child, found)
  }
}
