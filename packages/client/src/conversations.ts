import type {
  ConversationBody,
  ConversationPage,
  EventPage,
  Rating,
  SuggestedQuestions,
  Turn,
  WireEvent,
} from '@repertoire/protocol'
import { RepertoireError } from './errors.ts'
import { readFrames } from './event-frames.ts'
import type { PageQuery } from './page-query.ts'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

export interface FollowOptions {
  /** Id of the last seen event; 0 starts at the beginning. */
  readonly after?: number
  readonly signal?: AbortSignal
  /** Milliseconds before reconnecting; doubles up to ten times that. */
  readonly retryAfter?: number
}

/** Conversations, their messages and events. */
export class ConversationsResource extends Resource {
  /** Newest first; `title` is a part of the title. */
  list(query: PageQuery & { readonly title?: string } = {}): Promise<ConversationPage> {
    return this.transport.json('/api/v1/conversations', { query: { ...query } })
  }

  /** Questions to begin with, each with the skill that answers it. */
  suggestedQuestions(query: { limit?: number } = {}): Promise<SuggestedQuestions> {
    return this.transport.json('/api/v1/suggested-questions', { query: { ...query } })
  }

  create(conversation: { title?: string; agent_id?: string } = {}): Promise<ConversationBody> {
    return this.transport.json('/api/v1/conversations', { method: 'POST', body: conversation })
  }

  readonly get = this.call('get', '/api/v1/conversations/{id}')

  rename(id: string, title: string): Promise<ConversationBody> {
    return this.transport.json(path(id), { method: 'PATCH', body: { title } })
  }

  /** It can be restored for 30 days. */
  readonly remove = this.call('delete', '/api/v1/conversations/{id}')

  /** Those that can be restored, the last deleted first. */
  readonly deleted = this.call('get', '/api/v1/conversations/deleted')

  readonly restore = this.call('post', '/api/v1/conversations/{id}/restore')

  /** Removes a deleted conversation permanently, now. */
  readonly forget = this.call('delete', '/api/v1/conversations/deleted/{id}')

  /** Sends a message and waits until the agent has answered or waits for a person. */
  send(id: string, text: string, options: { signal?: AbortSignal } = {}): Promise<Turn> {
    return this.transport.json(path(id, '/messages'), {
      method: 'POST',
      body: { text },
      ...options,
    })
  }

  /** Sends a message and returns at once; follow the events for the rest. */
  sendWithoutWaiting(id: string, text: string): Promise<Turn> {
    const headers = { prefer: 'respond-async' }
    return this.transport.json(path(id, '/messages'), { method: 'POST', body: { text }, headers })
  }

  /** A page of the log. */
  eventPage(id: string, query: { after?: number; limit?: number } = {}): Promise<EventPage> {
    return this.transport.json(path(id, '/events'), { query })
  }

  /**
   * Every event after `after`, then live ones, across reconnects, each exactly once (except text_delta, which
   * is not stored). Ends when `signal` aborts; throws when the server rejects the request.
   */
  async *events(id: string, options: FollowOptions = {}): AsyncGenerator<WireEvent, void> {
    const { signal, retryAfter = 500 } = options
    let last = options.after ?? 0
    let failures = 0
    while (!signal?.aborted) {
      try {
        const response = await this.transport.raw(path(id, '/events'), {
          headers: { accept: 'text/event-stream', 'last-event-id': String(last) },
          signal,
        })
        if (!response.body) return
        for await (const event of readFrames(response.body, { lastId: last, signal })) {
          failures = 0
          last = event.id
          yield event as WireEvent
        }
      } catch (error) {
        if (signal?.aborted) return
        if (isPermanentError(error)) throw error
      }
      await delay(retryAfter * Math.min(2 ** failures, 10), signal)
      failures += 1
    }
  }

  /** Cancels the open run, if there is one. */
  readonly cancel = this.call('post', '/api/v1/conversations/{id}/cancel')

  /** What the person thinks of a finished run's answer; null takes it back. */
  rate(id: string, runId: string, rating: Rating['rating']): Promise<Rating> {
    const url = path(id, `/runs/${segment(runId)}/rating`)
    return this.transport.json(url, { method: 'PUT', body: { rating } })
  }

  readonly skills = this.call('get', '/api/v1/conversations/{id}/skills')
  readonly activate = this.call('put', '/api/v1/conversations/{id}/skills/{slug}')

  /** Activates the newest revision. */
  readonly upgrade = this.call('post', '/api/v1/conversations/{id}/skills/{slug}/upgrade')

  /** Brings a skill that was fetched from a registry into the inbox. */
  readonly keep = this.call('post', '/api/v1/conversations/{id}/skills/{slug}/keep')
  readonly deactivate = this.call('delete', '/api/v1/conversations/{id}/skills/{slug}')

  /** The system prompt of a step, by its digest. */
  readonly prompt = this.call('get', '/api/v1/conversations/{id}/prompts/{digest}')
}

function path(id: string, rest = ''): string {
  return `/api/v1/conversations/${segment(id)}${rest}`
}

/** An error that a retry will not change. */
function isPermanentError(error: unknown): boolean {
  if (!(error instanceof RepertoireError)) return false
  return error.status >= 400 && error.status < 500 && error.status !== 429
}

function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
  })
}
