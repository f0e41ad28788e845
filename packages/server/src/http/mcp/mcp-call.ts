import { ProblemError } from '@repertoire/core/base'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { Application } from '../base/application.ts'
import type { ClientNames } from './client-names.ts'
import type { McpPreset } from './mcp-presets.ts'
import type { OpenCalls } from './open-calls.ts'
import type { ServedSkills } from './skills/served-skills.ts'

/** One request of a client, authenticated. */
export interface McpCall {
  readonly app: Application
  readonly caller: Caller
  readonly preset: McpPreset
  /** What the client names its conversation; null where it names none. */
  readonly session: string | null
  /** The client as its HTTP headers say, for those that have not introduced themselves. */
  readonly userAgent: string
  readonly names: ClientNames
  readonly skills: ServedSkills
  readonly openCalls: OpenCalls
  /** Scheme and host of this server as the client sees it. */
  readonly origin: string
  readonly traceId: string
  /** Signs what a client sends back with an answer; of the server, shared by replicas. */
  readonly stateKey: Uint8Array
}

/** Cookies are no credential of this endpoint. */
export function keyIdOf({ credential }: Caller): string {
  if (credential.kind === 'key') return credential.keyId
  throw new ProblemError({
    code: 'auth.required',
    kind: 'unauthenticated',
    message: 'A key is needed.',
  })
}
