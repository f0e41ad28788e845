import { beforeEach, describe, expect, it } from 'vitest'
import { claimDrafts, clearDrafts, holdDrafts, keepDraft, readDraft } from './drafts.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

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

  it('wait in the tab while a session has ended, and come back for the same person alone', () => {
    claimDrafts('usr_ada')
    keepDraft('chat.new', 'Half a note')
    // Every call that fails says that the session has ended.
    holdDrafts()
    holdDrafts()
    expect([readDraft('chat.new'), Object.keys(localStorage)]).toEqual([null, []])
    claimDrafts('usr_ada')
    expect([readDraft('chat.new'), Object.keys(sessionStorage)]).toEqual(['Half a note', []])
    holdDrafts()
    claimDrafts('usr_bob')
    expect(readDraft('chat.new')).toBeNull()
    claimDrafts('usr_ada')
    expect([readDraft('chat.new'), Object.keys(sessionStorage)]).toEqual([null, []])
  })

  it('that are aside go at sign-out, and replace nothing that was written since', () => {
    claimDrafts('usr_ada')
    keepDraft('chat.new', 'Earlier')
    holdDrafts()
    localStorage.setItem('repertoire.drafts-of', 'usr_ada')
    keepDraft('chat.new', 'Later, in another tab')
    claimDrafts('usr_ada')
    expect(readDraft('chat.new')).toBe('Later, in another tab')
    holdDrafts()
    clearDrafts()
    claimDrafts('usr_ada')
    expect(readDraft('chat.new')).toBeNull()
  })
})
