import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  fileText,
  passagesOf,
  readSentences,
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

/** Reads what stands directly below a folder, each as one skill. */
export function* readBenignFolders(root: string): Generator<BenignFolder> {
  for (const name of globSync('*', { cwd: root }).toSorted()) {
    const folder = join(root, name)
    if (statSync(folder).isDirectory()) yield { name, passages: passagesIn(folder) }
  }
}

function passagesIn(folder: string): BenignFolder['passages'] {
  const paths = globSync('**/*.{md,mdx,txt,py,sh,js,ts,rb,yaml,yml}', { cwd: folder }).toSorted()
  return paths.flatMap((path) => passagesOfFile(folder, path))
}

function passagesOfFile(folder: string, path: string): BenignFolder['passages'] {
  const place = join(folder, path)
  const found = statSync(place)
  const isRead = found.isFile() && found.size <= maxBytes
  const text = isRead ? fileText({ path, bytes: readFileSync(place), executable: false }) : null
  if (text === null) return []
  return splitSegments(basename(path), text).flatMap((segment) =>
    [...passagesOf(readSentences(segment))].map(({ sentences }) => sentences),
  )
}
