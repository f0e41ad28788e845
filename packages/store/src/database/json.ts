/** JSON columns are text in both databases; only these two functions read and write them. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** The caller asserts the type: only {@link toJson} of this package writes these columns. */
export function fromJson<Value>(text: string): Value {
  return JSON.parse(text) as Value
}
