/** A term to look up, with the weight of its impact. */
export interface WeightedTerm {
  readonly term: string
  readonly word: string
  readonly weight: number
  /** As in QueryTerm. */
  readonly covers: number
}
