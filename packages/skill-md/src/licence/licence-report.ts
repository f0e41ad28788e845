/** Where a licence was recognised. */
export interface LicenceEvidence {
  /** Relative to the skill's folder, or to the root of its repository for an ancestor's file. */
  readonly path: string
  /**
   * `frontmatter`: the `license:` field; `file`: the text of a licence file; `header`: a notice in a file; `registry`: what
   * the registry says that it came from.
   */
  readonly kind: 'frontmatter' | 'file' | 'header' | 'registry'
  /** The SPDX identifier or expression found there; null when the text is no known licence. */
  readonly expression: string | null
  /** From 0 to 1: how alike the text is to the licence's own. */
  readonly score: number
  /** Lower-case hex SHA-256 of the text. */
  readonly textSha256: string
}

/**
 * The licence of a package. `none`: nothing names one. `unknown`: something names one that is not recognised.
 * `conflict`: two places name different ones. `proprietary`: a text reserves the rights.
 */
export type LicenceAssessment =
  | { readonly status: 'known'; readonly expression: string }
  | { readonly status: 'none' | 'unknown' | 'conflict' | 'proprietary'; readonly expression: null }

/** The same with what it is based on. */
export type LicenceReport = { readonly evidence: readonly LicenceEvidence[] } & LicenceAssessment
