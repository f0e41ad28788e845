import { describe, expect, it } from 'vitest'
import {
  type AddedSource,
  createBody,
  draftOfSource,
  newSourceDraft,
  suggestedName,
  updateBody,
} from './source-draft.ts'

const stored: AddedSource = {
  ...{ id: 'src_1', name: 'Team skills', source_type: 'github', enabled: true },
  config: {
    ...{ repo: 'acme/skills', ref: 'main', path: 'skills' },
    ...{ sync_policy: 'auto', sync_interval_minutes: 360 },
  },
  minimum_update_age_days: null,
  ...{ review_policy: 'hold', has_token: true, last_sync_at: null, last_sync_status: 'never' },
  ...{ last_sync_error: null, next_sync_at: null, source_version: null, notices: [] },
  ...{ counts: null, progress: null, sync_alive_until: null, created_by: 'usr_1', etag: '"1"' },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
}

describe('A9: a source as a person writes it', () => {
  it('A10: has its own minimum age only where one is given', () => {
    expect(createBody(newSourceDraft).minimum_update_age_days).toBeNull()
    const draft = { ...draftOfSource(stored), minimumAgeDays: '0' }
    expect(updateBody(draft, stored).minimum_update_age_days).toBe(0)
  })

  it('takes the address of a repository as the browser has it', () => {
    for (const address of [
      'acme/skills',
      'https://github.com/acme/skills/',
      'github.com/acme/skills.git',
    ]) {
      expect(createBody({ ...newSourceDraft, address }).config).toMatchObject({
        repo: 'acme/skills',
        ref: null,
        path: '',
      })
    }
  })

  it('suggests a name from the address', () => {
    expect(suggestedName({ kind: 'github', address: 'https://github.com/acme/skills' })).toBe(
      'acme/skills',
    )
    expect(suggestedName({ kind: 'git', address: 'https://git.example/team/tools.git' })).toBe(
      'tools',
    )
    expect(suggestedName({ kind: 'well-known', address: 'https://docs.example/a' })).toBe(
      'docs.example',
    )
  })

  it('names the skills of a registry one by one, each once', () => {
    const { config } = createBody({
      ...newSourceDraft,
      ...{
        kind: 'marketplace',
        address: 'https://registry.example',
        skills: 'a/b/c\n a/b/d a/b/c',
      },
    })
    expect(config).toMatchObject({
      base_url: 'https://registry.example',
      skills: ['a/b/c', 'a/b/d'],
    })
  })

  it('sends no address that stayed, as another one forgets the token', () => {
    const draft = { ...draftOfSource(stored), intervalHours: '0.5' }
    expect(updateBody(draft, stored)).toEqual({
      ...{ name: 'Team skills', review_policy: 'hold', minimum_update_age_days: null },
      config: { sync_policy: 'auto', sync_interval_minutes: 30 },
    })
    expect(updateBody({ ...draft, path: 'other' }, stored).config).toMatchObject({
      ...{ repo: 'acme/skills', ref: 'main', path: 'other' },
    })
  })

  it('sends a token only when one was typed or is to go', () => {
    const draft = draftOfSource(stored)
    expect(updateBody({ ...draft, token: ' secret ' }, stored).token).toBe('secret')
    expect(updateBody({ ...draft, removesToken: true }, stored).token).toBeNull()
    expect(updateBody(draft, stored)).not.toHaveProperty('token')
  })
})
