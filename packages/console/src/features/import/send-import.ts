import type { ImportRequest, ImportResponse, ImportResult } from '@repertoire/protocol'
import { problemOf } from '../../shared/api/problem.ts'
import type { FoundSkill } from './discover-skills.ts'
import { sizeProblem } from './size-limit.ts'

const maxSkills = 50
const maxBytes = 8 * 1024 * 1024

/** Skills in requests of at most 50 and, unless one alone is larger, 8 MiB. */
export function chunkSkills(skills: readonly FoundSkill[]): FoundSkill[][] {
  const chunks: FoundSkill[][] = []
  let bytes = 0
  for (const skill of skills) {
    const chunk = chunks.at(-1)
    if (!chunk || chunk.length >= maxSkills || bytes + skill.size > maxBytes) {
      chunks.push([skill])
      bytes = skill.size
    } else {
      chunk.push(skill)
      bytes += skill.size
    }
  }
  return chunks
}

export interface Sending {
  readonly scope: 'org' | 'user'
  readonly signal: AbortSignal
  /** Digests of contents whose findings the person read. */
  readonly acknowledged: readonly string[]
  readonly post: (body: ImportRequest, signal: AbortSignal) => Promise<ImportResponse>
  readonly onResults: (results: readonly ImportResult[]) => void
}

/**
 * Sends every skill and reports each one's result as it comes. A request that fails refuses its own
 * skills and the rest goes on; only the signal ends it early.
 */
export async function sendImport(skills: readonly FoundSkill[], sending: Sending): Promise<void> {
  const tooLarge = skills.flatMap((skill) => {
    const problem = sizeProblem(skill)
    return problem ? [refused(skill, problem)] : []
  })
  if (tooLarge.length > 0) sending.onResults(tooLarge)
  for (const chunk of chunkSkills(skills.filter((skill) => !sizeProblem(skill)))) {
    if (sending.signal.aborted) return
    try {
      const items = await Promise.all(chunk.map(toItem))
      const { scope, acknowledged } = sending
      const body = { scope, items, acknowledged_findings: [...acknowledged] }
      const { results } = await sending.post(body, sending.signal)
      sending.onResults(results)
    } catch (error) {
      if (sending.signal.aborted) return
      const problem = problemOf(error)
      sending.onResults(chunk.map((skill) => refused(skill, problem)))
    }
  }
}

type Refusal = NonNullable<ImportResult['problem']>

function refused(
  { path }: FoundSkill,
  {
    code,
    message,
    hint,
  }: { [Key in keyof Refusal]: Refusal[Key] | undefined } & { code: string; message: string },
): ImportResult {
  const problem = hint === undefined ? { code, message } : { code, message, hint }
  return { path, status: 'refused', repaired: false, problem, diagnostics: [] }
}

async function toItem(skill: FoundSkill): Promise<ImportRequest['items'][number]> {
  const files = await Promise.all(
    skill.files.map(async ({ path, bytes, executable = false }) => {
      return { path, content_base64: toBase64(await bytes()), executable }
    }),
  )
  return { path: skill.path, files }
}

const slice = 0x8000

/** Base64 of bytes, in pieces that fit an argument list. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += slice) {
    binary += String.fromCharCode(...bytes.subarray(at, at + slice))
  }
  return btoa(binary)
}
