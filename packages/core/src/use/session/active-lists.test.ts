import { describe, expect, it } from 'vitest'
import type { RevisionDigest, RunId, SkillId } from '../../base/ids.ts'
import type { ConversationEvent, LoggedEvent } from '../../domain/events.ts'
import { emptySession } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { createActiveListsFold } from './active-lists.ts'
import { foldLog } from './log-fold.ts'
import { skillsStateChanged } from './skills-state.ts'
import { runsOfTurn } from './tool-restrictions.ts'

const run = 'run_1' as RunId
const own = skillOf('own')

function skillOf(slug: string) {
  return {
    ...{ skillId: `skl_${slug}` as SkillId, digest: `sha256:${slug}` as RevisionDigest },
    ...{ slug, name: slug },
  }
}

function given(slug: string, more: object = {}): ConversationEvent {
  return { type: 'skill-used', callId: 'c', skill: skillOf(slug), allowedTools: ['x'], ...more }
}

function logOf(...events: readonly (readonly [RunId | null, ConversationEvent])[]): LoggedEvent[] {
  return events.map(
    ([runId, event], at) => ({ seq: at + 1, at: 0, runId, event }) as unknown as LoggedEvent,
  )
}

function session(...slugs: readonly string[]): ConversationEvent {
  const active = slugs.map((slug) => ({
    ...{ ...skillOf(slug), contentLength: 1, sourceType: 'manual' as const, allowedTools: ['x'] },
  }))
  return skillsStateChanged({ ...emptySession, active }, defaultSettings)
}

function slugs(events: readonly LoggedEvent[], fork: string | null = null): readonly string[] {
  const fold = createActiveListsFold({ runId: run, fork }, runsOfTurn(events, run))
  return foldLog(fold, events).map(({ skill }) => skill.slug)
}

describe('the lists of skills that are active now', () => {
  it('end with their skill, in the middle of a turn', () => {
    expect(slugs(logOf([run, session('a', 'b')]))).toEqual(['a', 'b'])
    expect(slugs(logOf([run, session('a', 'b')], [run, session('b')]))).toEqual(['b'])
  })

  it('do not pass to a sub-agent, which has its own skill’s alone', () => {
    const fork = { type: 'fork-started', callId: 'f', skill: own, allowedTools: ['y'], task: '' }
    const events = logOf([run, session('a')], [run, given('b')], [run, fork as ConversationEvent])
    expect(slugs(events, 'f')).toEqual(['own'])
    expect(slugs(events)).toEqual(['a', 'b'])
  })

  it('replace one another as results of use_skill do', () => {
    expect(slugs(logOf([run, given('a')], [run, given('b')]))).toEqual(['b'])
    const beside = given('b', { addsRestriction: true })
    expect(slugs(logOf([run, given('a')], [run, beside]))).toEqual(['a', 'b'])
  })
})
