import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  fileText,
  isTextDocument,
  passagesOf,
  type SentenceFeatures,
  splitSegments,
} from '@repertoire/skill-md/scan/training'

/** The texts of a skill, or of another folder with documents. */
export interface BenignFolder {
  readonly name: string
  /** Each the sentences of a passage. */
  readonly passages: readonly (readonly Pick<SentenceFeatures, 'buckets'>[])[]
}

const maxBytes = 400_000
/** Of one folder: a library has thousands, of one style. */
const maxScripts = 60

/** Reads what stands directly below a folder, each as one skill. */
export function* readBenignFolders(root: string): Generator<BenignFolder> {
  for (const name of globSync('*', { cwd: root }).toSorted()) {
    const folder = join(root, name)
    if (statSync(folder).isDirectory()) yield { name, passages: passagesIn(folder) }
  }
}

function passagesIn(folder: string): BenignFolder['passages'] {
  const paths = globSync('**/*', { cwd: folder }).toSorted().filter(isRead)
  const scripts = paths.filter((path) => !isTextDocument(path))
  const step = Math.max(1, scripts.length / maxScripts)
  const some = new Set(scripts.filter((_, at) => Math.floor(at % step) === 0))
  return paths
    .filter((path) => isTextDocument(path) || some.has(path))
    .flatMap((path) => passagesOfFile(folder, path))
}

function isRead(path: string): boolean {
  return isTextDocument(path) || /(?:^|\/)(?:dockerfile|makefile)$|\.\w{1,12}$/i.test(path)
}

function passagesOfFile(folder: string, path: string): BenignFolder['passages'] {
  const place = join(folder, path)
  const found = statSync(place, { throwIfNoEntry: false })
  const isShort = found?.isFile() && found.size <= maxBytes
  const text = isShort ? fileText({ path, bytes: readFileSync(place), executable: false }) : null
  if (text === null) return []
  return splitSegments(basename(path), text).flatMap((segment) =>
    [...passagesOf(segment)].map(({ sentences }) => sentences),
  )
}
