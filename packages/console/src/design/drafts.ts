const prefix = 'repertoire.draft.'

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
