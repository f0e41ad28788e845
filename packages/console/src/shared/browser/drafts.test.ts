import { beforeEach, describe, expect, it } from 'vitest'
import { claimDrafts, clearDrafts, keepDraft, readDraft } from './drafts.ts'

beforeEach(() => localStorage.clear())

describe('drafts in a browser that several people use', () => {
  it('belong to one person: the next one does not find them', () => {
    claimDrafts('usr_ada')
    keepDraft('chat.new', 'Private words')
    claimDrafts('usr_ada')
    expect(readDraft('chat.new')).toBe('Private words')
    claimDrafts('usr_bob')
    expect(readDraft('chat.new')).toBeNull()
    claimDrafts('usr_ada')
    expect(readDraft('chat.new')).toBeNull()
  })

  it('go at sign-out, and other settings of the page stay', () => {
    localStorage.setItem('repertoire.theme', 'dark')
    claimDrafts('usr_ada')
    keepDraft('skill.skl_1', 'Half a skill')
    clearDrafts()
    expect(readDraft('skill.skl_1')).toBeNull()
    expect(Object.keys(localStorage)).toEqual(['repertoire.theme'])
  })
})
