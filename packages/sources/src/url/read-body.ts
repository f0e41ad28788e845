import { ProblemError } from '@repertoire/core/base'
import type { SourceItem } from '@repertoire/core/ports'
import { packageLimits } from '@repertoire/skill-md'
import { readArchive } from '../archive/read-archive.ts'
import { remoteProblem } from '../http/remote-problems.ts'
import { isSelfDescribing } from '../reading/self-describing.ts'

export interface Body {
  /** The item's id. */
  readonly id: string
  readonly bytes: Uint8Array
  /** After redirects. */
  readonly url: string
  readonly mediaType: string
}

/**
 * The files of one skill: a zip or tar archive of its folder, or one Markdown file, which becomes its SKILL.md. A Markdown
 * file with another name is a skill only with a name and a description in its frontmatter. Throws
 * `source.unsupported`, and `zip.*`, `tar.*` or `package.*` of an archive.
 */
export async function readBody({ id, bytes, url, mediaType }: Body): Promise<SourceItem> {
  const archive = await readArchive(bytes)
  if (archive?.ok === false) throw new ProblemError(archive.problem)
  if (archive) {
    const { files, licences, diagnostics } = archive
    return { id, files, licences, diagnostics }
  }
  if (isWebPage(bytes, mediaType)) {
    throw notSkill('This address shows a web page.', 'Give the address of the raw file.')
  }
  if (bytes.length > packageLimits.skillMdBytes || bytes.includes(0)) {
    throw notSkill(
      'This address has neither a SKILL.md nor an archive of a skill.',
      'Give the address of a SKILL.md, or of a zip or tar.gz of its folder.',
    )
  }
  if (!isNamedSkillMd(url) && !isSelfDescribing(bytes)) {
    throw notSkill(
      'This Markdown file is no skill: its frontmatter has no name and description.',
      'Add both, or name the file SKILL.md.',
    )
  }
  const files = [{ path: 'SKILL.md', bytes, executable: false }]
  return { id, files, licences: [], diagnostics: [] }
}

function notSkill(message: string, hint: string): ProblemError {
  return remoteProblem('source', 'unsupported', { message, hint })
}

function isWebPage(bytes: Uint8Array, mediaType: string): boolean {
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return true
  const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart().toLowerCase()
  return start.startsWith('<!doctype html') || start.startsWith('<html')
}

function isNamedSkillMd(url: string): boolean {
  return new URL(url).pathname.split('/').at(-1)?.toLowerCase() === 'skill.md'
}
