import type { Written } from './busy-client.ts'
import { finds, writeSkill } from './busy-client.ts'
import type { ReleaseServer } from './release-servers.ts'
import { approve, beginTurn, takeTurn } from './turns.ts'

type Report = (promise: string) => void

/** What one release writes, the other one has at once, in both directions. */
export async function proveSideBySide(
  earlier: ReleaseServer,
  later: ReleaseServer,
  report: Report,
): Promise<Written> {
  const slugs: string[] = []
  const turns: string[] = []
  const approved: string[] = []
  for (const [name, here, there] of [
    ['earlier', earlier, later],
    ['later', later, earlier],
  ] as const) {
    const slug = await writeSkill(here.api, `written-by-${name}`)
    await finds(there.api, slug)
    slugs.push(slug)
    turns.push(await takeTurn(here.api))
    const turn = await beginTurn(here.api)
    await approve(turn, there.api, here.api)
    approved.push(turn.conversationId)
  }
  report('side by side, each finds what the other one wrote, and goes on with its turns')
  return { slugs, turns, approved }
}
