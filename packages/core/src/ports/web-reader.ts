/** A web page as text for a model. Untrusted. */
export interface WebPage {
  /** The final URL after redirects. */
  readonly url: string
  readonly title: string | null
  readonly contentType: string
  readonly text: string
  /** `text` is only the beginning of the page. */
  readonly truncated: boolean
  /** The characters of the complete text, as far as it was read. */
  readonly totalCharacters: number
}

/** Reads public web pages. Throws ProblemError `outbound.*` or `web.*`. */
export interface WebReader {
  read(url: string, options: WebReadOptions): Promise<WebPage>
}

export interface WebReadOptions {
  readonly signal: AbortSignal
  /** `same-host`: a redirect to another host is the ProblemError `outbound.redirect-refused`. */
  readonly redirects: 'follow' | 'same-host'
}
