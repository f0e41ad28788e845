/**
 * Words that do not distinguish skills: English function words, and words that occur in every skill description.
 */
const words = `
a about above after again all also am an and any are as at be because been before being below between
both but by can cannot could d did do does doing don done down during each either else etc even ever every
few for from further get gets getting give given go goes going got had has have having he her here hers him
his how however i if in into is isn it its itself just let like ll m make makes making may me might more
most much must my need needs no nor not now of off often on once one only onto or other our ours out over
own per please s same she should so some such t than that the their theirs them then there these they this
those through to too under until up upon us ve very via want wants was we well were what whatever when
whenever where whether which while who whom whose why will with within without would yes yet you your yours
use used user users uses using skill skills ask asks asked asking mention mentions mentioned mentioning
say says trigger triggers triggered invoke invoked help helps helping relevant including includes include e g
eg ie
`

export const stopWords: ReadonlySet<string> = new Set(
  words.split(/\s+/).filter((word) => word !== ''),
)

/** Expects a folded word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}
