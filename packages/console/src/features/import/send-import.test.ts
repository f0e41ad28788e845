import type { ImportRequest, ImportResult } from '@repertoire/protocol'
import { packageLimits } from '@repertoire/skill-md'
import { describe, expect, it } from 'vitest'
import type { FoundSkill } from './discover-skills.ts'
import { chunkSkills, sendImport, toBase64 } from './send-import.ts'

const skill = (path: string, size = 4): FoundSkill => ({
  path,
  size,
  files: [{ path: 'SKILL.md', size, bytes: async () => new TextEncoder().encode('body') }],
})
const many = (count: number, size = 4) =>
  Array.from({ length: count }, (_, at) => skill(`s${at}`, size))
const mega = 1024 * 1024
const accept = async (body: ImportRequest) => ({
  results: body.items.map((item) => ({
    path: item.path,
    status: 'created' as const,
    repaired: false,
    diagnostics: [],
  })),
})

describe('chunkSkills', () => {
  it('sends at most 50 skills or 8 MiB at once, and a larger skill alone', () => {
    expect(chunkSkills(many(120)).map((chunk) => chunk.length)).toEqual([50, 50, 20])
    expect(chunkSkills(many(5, 3 * mega)).map((chunk) => chunk.length)).toEqual([2, 2, 1])
    expect(
      chunkSkills([skill('big', 20 * mega), skill('small')]).map((chunk) => chunk.length),
    ).toEqual([1, 1])
  })
})

describe('sendImport', () => {
  async function run(skills: FoundSkill[], post: typeof accept, abort = new AbortController()) {
    const results: ImportResult[] = []
    await sendImport(skills, {
      scope: 'org',
      acknowledged: [],
      signal: abort.signal,
      post,
      onResults: (more) => results.push(...more),
    })
    return results
  }

  it('gives every skill a result, and a failed request does not stop the rest', async () => {
    let calls = 0
    const results = await run(many(60), async (body) => {
      calls += 1
      if (calls === 1)
        throw Object.assign(new Error(), {
          problem: { code: 'server.unavailable', message: 'Down', status: 503 },
        })
      return accept(body)
    })
    expect(results).toHaveLength(60)
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(10)
    expect(results[0]?.problem).toEqual({ code: 'server.unavailable', message: 'Down' })
  })

  it('refuses what the server would refuse for its size, without sending it', async () => {
    const sent: string[] = []
    const skills = [skill('limit', packageLimits.packageBytes), skill('huge', 32 * mega + 1)]
    const results = await run(skills, async (body) => {
      sent.push(...body.items.map(({ path }) => path))
      return accept(body)
    })
    expect(sent).toEqual(['limit'])
    expect(results[0]).toMatchObject({
      ...{ path: 'huge', status: 'refused' },
      problem: {
        code: 'package.too-large',
        message: 'The files of the skill are larger than 32 MiB together.',
      },
    })
  })

  it('stops when cancelled and reports nothing that was not sent', async () => {
    const abort = new AbortController()
    const results = await run(
      many(120),
      async (body) => {
        abort.abort()
        return accept(body)
      },
      abort,
    )
    expect(results).toHaveLength(50)
  })
})

it('encodes every byte, also in large files', () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256)
  expect(Buffer.from(toBase64(bytes), 'base64').equals(bytes)).toBe(true)
})
