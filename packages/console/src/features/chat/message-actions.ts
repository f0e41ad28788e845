import { createContext } from 'react'

/** What can be done again with a message of before. */
export interface MessageActions {
  /** Sends a text as the next message. */
  readonly send: (text: string) => void
  /** Puts a text into the message field, to be changed and sent. */
  readonly edit: (text: string) => void
  /** Whether a message can be sent now. */
  readonly ready: boolean
}

export const MessageActionsContext = createContext<MessageActions>({
  send: () => {},
  edit: () => {},
  ready: false,
})
