/** A page, as text for a model. Untrusted, whatever it says. */
export interface WebPage {
  /** Where it was found in the end, after redirects. */
  readonly url: string
  readonly title: string | null
  readonly contentType: string
  readonly text: string
  /** `text` is only the beginning of what was there. */
  readonly truncated: boolean
  /** Characters of the whole text, as far as it was read. */
  readonly totalCharacters: number
}

/** Reads public web pages. Throws ProblemError `outbound.*` or `web.*`. */
export interface WebReader {
  read(url: string, signal: AbortSignal): Promise<WebPage>
}
