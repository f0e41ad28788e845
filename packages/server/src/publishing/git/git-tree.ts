import { createGitObject, type GitObject } from './git-object.ts'

export interface TreeFile {
  /** Separated by `/`. */
  readonly path: string
  readonly oid: string
  readonly executable: boolean
}

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: Map<string, TreeFile>
}

/** The trees of the folders of these files; the last one is the root. */
export async function createTrees(files: readonly TreeFile[]): Promise<readonly GitObject[]> {
  const root = newFolder()
  for (const file of files) {
    const segments = file.path.split('/')
    const name = segments.pop() ?? ''
    let folder = root
    for (const segment of segments) folder = subfolder(folder, segment)
    folder.files.set(name, file)
  }
  const trees: GitObject[] = []
  await addTree(root, trees)
  return trees
}

function newFolder(): Folder {
  return { folders: new Map(), files: new Map() }
}

function subfolder({ folders }: Folder, name: string): Folder {
  const known = folders.get(name) ?? newFolder()
  folders.set(name, known)
  return known
}

async function addTree({ folders, files }: Folder, trees: GitObject[]): Promise<string> {
  const entries: Entry[] = []
  for (const [name, folder] of folders) {
    entries.push(entry({ mode: '40000', name, oid: await addTree(folder, trees) }))
  }
  for (const [name, { oid, executable }] of files) {
    entries.push(entry({ mode: executable ? '100755' : '100644', name, oid }))
  }
  entries.sort((one, other) => Buffer.compare(one.order, other.order))
  const tree = await createGitObject('tree', Buffer.concat(entries.map(({ bytes }) => bytes)))
  trees.push(tree)
  return tree.oid
}

interface Entry {
  readonly order: Buffer
  readonly bytes: Buffer
}

function entry(listed: {
  readonly mode: string
  readonly name: string
  readonly oid: string
}): Entry {
  const { mode, name, oid } = listed
  return {
    // Git sorts by bytes, a folder as if its name ended in a slash.
    order: Buffer.from(mode === '40000' ? `${name}/` : name),
    bytes: Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
  }
}
