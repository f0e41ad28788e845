import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'

interface DecisionPlaceValue {
  /** Where the buttons stand; null before it is on the page. */
  readonly foot: HTMLElement | null
  /** What comes after a decision. */
  readonly onDecided: () => void
}

const Place = createContext<DecisionPlaceValue | null>(null)

/** Around a review whose decision stands apart from its text, always visible and over nothing. */
export const DecisionPlace = Place.Provider

/** Puts a decision into its place, where there is one. */
export function AtDecisionPlace({ children }: { readonly children: ReactNode }) {
  const place = useContext(Place)
  if (place === null) return children
  return place.foot && createPortal(children, place.foot)
}

/** What comes after a decision: the next entry of the inbox, or what the page itself does. */
export function useAfterDecision(otherwise: () => unknown): () => Promise<void> {
  const place = useContext(Place)
  return async () => {
    if (place) place.onDecided()
    else await otherwise()
  }
}
