/** What the doctor says of one thing. */
export interface DoctorReport {
  readonly subject: string
  /** `missing`: something does not work without it, but the server does. */
  readonly state: 'works' | 'missing' | 'broken'
  readonly message: string
  /** What to do; null when it works. */
  readonly fix: string | null
}

export function works(subject: string, message: string): DoctorReport {
  return { subject, state: 'works', message, fix: null }
}

export function missing(subject: string, message: string, fix: string): DoctorReport {
  return { subject, state: 'missing', message, fix }
}

export function broken(subject: string, message: string, fix: string): DoctorReport {
  return { subject, state: 'broken', message, fix }
}
