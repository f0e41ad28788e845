import { loadSkillMd, truncate } from '@repertoire/skill-md'
import type { PackageFile } from '../../domain/skill.ts'
import type { IngestOverrides } from '../packages/ingest-package.ts'

const maxDescriptionLength = 300
/** Of the text that is looked through. */
const maxLooked = 16_384

/**
 * What a Markdown file that is a skill of its own does not say of itself: without a description search cannot rank
 * it, so its first heading and paragraph stand for one. Its name is that of the file. Nothing for a folder. Pure.
 */
export function flatFileFields(entryId: string, files: readonly PackageFile[]): IngestOverrides {
  const [file] = files
  const isFlat = /\.md$/i.test(entryId) && !/(?:^|\/)skill\.md$/i.test(entryId)
  if (!isFlat || !file || files.length > 1) return {}
  const loaded = loadSkillMd(file.bytes)
  if (!loaded.ok || loaded.document.fields.description !== '') return {}
  const description = openingOf(loaded.document.body)
  return description === '' ? {} : { description }
}

/** The first heading and the first paragraph, on one line. */
function openingOf(body: string): string {
  const blocks = body
    .slice(0, maxLooked)
    .split(/\r?\n[ \t]*\r?\n|\r?\n(?=#)|(?<=^#.*)\r?\n/m)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => /[\p{L}\p{N}]/u.test(block) && !/^(?:```|~~~|<!--|\|)/.test(block))
  const heading = blocks.find((block) => block.startsWith('#'))?.replace(/^#+\s*|\s*#+$/g, '')
  const paragraph = blocks.find((block) => !block.startsWith('#'))
  const parts = [heading, paragraph].filter((part) => part !== undefined)
  return truncate(parts.join(': '), maxDescriptionLength)
}
