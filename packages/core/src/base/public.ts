export {
  isProblemError,
  type Problem,
  ProblemError,
  type ProblemKind,
  throwIf,
} from './errors.ts'
export type * from './ids.ts'
export type { JsonObject, JsonValue } from './json.ts'
export { rejectOnAbort } from './reject-on-abort.ts'
export type { Sha256 } from './sha256.ts'
export { withoutPayload } from './text/frame-payload.ts'
export * from './trace-id.ts'
