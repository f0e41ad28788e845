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
    if (localStorage.getItem(ownerKey) !== personId) {
      removeFrom(localStorage)
      localStorage.setItem(ownerKey, personId)
    }
    if (sessionStorage.getItem(ownerKey) === personId) restoreDrafts()
    removeFrom(sessionStorage)
  } catch {
    // Without storage there are no drafts.
  }
}

/**
 * Puts all drafts aside when a session ends by itself: only this tab keeps them, and gives them back to nobody but the same
 * person. Does nothing where they are aside already.
 */
export function holdDrafts(): void {
  try {
    const owner = localStorage.getItem(ownerKey)
    if (owner !== null) {
      removeFrom(sessionStorage)
      for (const key of draftKeys(localStorage)) {
        sessionStorage.setItem(key, localStorage.getItem(key) ?? '')
      }
      // Last, so that drafts without their owner are given to nobody.
      sessionStorage.setItem(ownerKey, owner)
    }
  } catch {
    // Without room for all of them those that fit are lost, too: the owner is missing.
  }
  try {
    removeFrom(localStorage)
  } catch {
    // Without storage there are no drafts.
  }
}

/** Removes all drafts, as at sign-out: the next person at this browser must not read them. */
export function clearDrafts(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) removeFrom(storage)
  } catch {
    // Without storage there are no drafts.
  }
}

/** What was written since, in another tab, stays. */
function restoreDrafts(): void {
  for (const key of draftKeys(sessionStorage)) {
    if (localStorage.getItem(key) === null) {
      localStorage.setItem(key, sessionStorage.getItem(key) ?? '')
    }
  }
}

function draftKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(prefix))
}

function removeFrom(storage: Storage): void {
  for (const key of [...draftKeys(storage), ownerKey]) storage.removeItem(key)
}
