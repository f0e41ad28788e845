import type { ApprovalBody } from '@repertoire/client'
import type { Server } from '../connection/api.ts'
import { plural } from '../terminal/plural.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'

/** The files that a yes to a skill brings beside its SKILL.md, in lines that are safe to print; none where it has no others. */
export async function otherFileLines(
  approval: ApprovalBody,
  { client, send }: Server,
): Promise<readonly string[]> {
  // The skill of a registry is its text alone, until somebody keeps it.
  if (approval.type !== 'skill_enablement' || approval.skill.fetched) return []
  const { id, digest } = approval.skill
  const { items } = await send(client.skills.revisions(id))
  const files = items.find((revision) => revision.digest === digest)?.files ?? []
  const others = files.filter(({ path }) => path !== 'SKILL.md')
  if (others.length === 0) return []
  const count = plural(others.length, 'file')
  return [`${count} beside SKILL.md:`, ...others.map(lineOf)]
}

interface ListedFile {
  readonly path: string
  readonly size: number
  readonly executable: boolean
}

function lineOf({ path, size, executable }: ListedFile): string {
  const isScript = executable || path.startsWith('scripts/')
  return `  ${sanitizeText(path)}  ${size} bytes${isScript ? '  script' : ''}`
}
