import { useSyncExternalStore } from 'react'
import { decisionControl } from './use-inbox-keys.ts'

/** What the keys of a decision do to the entry that is read, each as its button begins; empty where there is none. */
export function useDecisionWords() {
  const [approve = '', deny = '', note = ''] = useSyncExternalStore(subscribe, shownWords).split(
    ' ',
  )
  return { approve, deny, note: note !== '' }
}

/** Reviews of each kind have buttons of their own, so what is on the page says it best. */
function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  const changes = { childList: true, subtree: true, characterData: true }
  observer.observe(document.body, changes)
  return () => observer.disconnect()
}

function shownWords(): string {
  const note = decisionControl('note') ? 'note' : ''
  return [firstWord('approve'), firstWord('deny'), note].join(' ')
}

function firstWord(name: string): string {
  const [word = ''] = decisionControl(name)?.textContent?.trim().split(/\s+/) ?? []
  return word.toLowerCase()
}
