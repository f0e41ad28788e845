const prefix = 'repertoire.draft.'
const ownerKey = 'repertoire.drafts-of'

/** Unsent text kept in this browser; null when there is none. */
export function readDraft(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name)
  } catch {
    return null
  }
}

/** Keeps a draft; empty or null forgets it. */
export function keepDraft(name: string, text: string | null): void {
  try {
    if (text) localStorage.setItem(prefix + name, text)
    else localStorage.removeItem(prefix + name)
  } catch {
    // Without storage (private mode, quota) the text still stands on the page.
  }
}

/** The drafts of this browser belong to this person from now on; those of another one are removed. */
export function claimDrafts(personId: string): void {
  try {
    if (localStorage.getItem(ownerKey) === personId) return
    clearDrafts()
    localStorage.setItem(ownerKey, personId)
  } catch {
    // Without storage there are no drafts.
  }
}

/** Removes all drafts, as at sign-out: the next person at this browser must not read them. */
export function clearDrafts(): void {
  try {
    const kept = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    for (const key of [...kept, ownerKey]) localStorage.removeItem(key)
  } catch {
    // Without storage there are no drafts.
  }
}
