/** Logging in and staying logged in. */
export { connectedAppRoutes } from './routes/connected-apps.ts'
export { deviceLoginRoutes } from './routes/device-login.ts'
export { passkeyRoutes } from './routes/passkeys.ts'
export { signOnRoutes } from './routes/sign-on.ts'
export * from './schemas/connected-apps.ts'
export * from './schemas/device-login.ts'
export type {
  PasskeyAnswer,
  PasskeyBody,
  PasskeyCreate,
  PasskeyList,
  PasskeyLogin,
  PasskeyOptions,
  PasskeyRegistration,
} from './schemas/passkeys.ts'
export type { SessionBody, SessionList } from './schemas/sessions.ts'
export type {
  SignOnIdentities,
  SignOnIdentityBody,
  SignOnProviders,
} from './schemas/sign-on.ts'
