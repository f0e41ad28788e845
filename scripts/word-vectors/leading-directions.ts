import { randomNumbers } from './count-pairs.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** More directions are followed than are kept, which makes those that are kept exact. */
const spare = 16
const iterations = 3

/**
 * The eigenvectors of the greatest eigenvalues, row by row: each word's place in `dimensions` directions. By subspace
 * iteration from a fixed start.
 */
export function leadingDirections(matrix: SparseMatrix, dimensions: number): Float32Array {
  const width = dimensions + spare
  const random = randomNumbers(1)
  let basis = new Float32Array(matrix.size * width).map(() => random() - 0.5)
  for (let round = 0; round <= iterations; round += 1)
    basis = orthonormal(multiply(matrix, basis, width), width)
  const { vectors, values } = eigenvectors(projection(matrix, basis, width))
  const order = [...values.keys()].sort((a, b) => Math.abs(values[b]!) - Math.abs(values[a]!))
  const places = new Float32Array(matrix.size * dimensions)
  for (let word = 0; word < matrix.size; word += 1) {
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      let sum = 0
      for (let at = 0; at < width; at += 1)
        sum += basis[word * width + at]! * vectors[at]![order[dimension]!]!
      places[word * dimensions + dimension] = sum
    }
  }
  return places
}

function multiply(
  matrix: SparseMatrix,
  by: Float32Array,
  width: number,
): Float32Array<ArrayBuffer> {
  const { size, starts, columns, values } = matrix
  const product = new Float32Array(size * width)
  for (let row = 0; row < size; row += 1) {
    const into = row * width
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry += 1) {
      const from = columns[entry]! * width
      const value = values[entry]!
      for (let at = 0; at < width; at += 1) product[into + at]! += value * by[from + at]!
    }
  }
  return product
}

/** Gram and Schmidt, twice over each column, because single precision loses what one pass leaves. */
function orthonormal(matrix: Float32Array<ArrayBuffer>, width: number): Float32Array<ArrayBuffer> {
  const dot = (a: number, b: number) => {
    let sum = 0
    for (let row = 0; row < matrix.length; row += width) sum += matrix[row + a]! * matrix[row + b]!
    return sum
  }
  for (let column = 0; column < width; column += 1) {
    for (let pass = 0; pass < 2; pass += 1) {
      for (let before = 0; before < column; before += 1) {
        const shared = dot(column, before)
        for (let row = 0; row < matrix.length; row += width)
          matrix[row + column]! -= shared * matrix[row + before]!
      }
    }
    const length = Math.sqrt(dot(column, column))
    for (let row = 0; row < matrix.length; row += width) matrix[row + column]! /= length
  }
  return matrix
}

function projection(matrix: SparseMatrix, basis: Float32Array, width: number): Float64Array[] {
  const image = multiply(matrix, basis, width)
  const small = Array.from({ length: width }, () => new Float64Array(width))
  for (let row = 0; row < basis.length; row += width)
    for (let a = 0; a < width; a += 1)
      for (let b = 0; b < width; b += 1) small[a]![b]! += basis[row + a]! * image[row + b]!
  return small
}

/** Of a small symmetric matrix, which it overwrites: by Jacobi's rotations. */
function eigenvectors(matrix: Float64Array[]): { vectors: Float64Array[]; values: Float64Array } {
  const size = matrix.length
  const vectors = matrix.map((_, row) => new Float64Array(size).fill(1, row, row + 1))
  for (let sweep = 0; sweep < 12; sweep += 1) {
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) {
        const off = (matrix[p]![q]! + matrix[q]![p]!) / 2
        if (Math.abs(off) < 1e-9) continue
        const ratio = (matrix[q]![q]! - matrix[p]![p]!) / (2 * off)
        const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1))
        const cosine = 1 / Math.sqrt(tangent * tangent + 1)
        const turn = { p, q, cosine, sine: tangent * cosine }
        for (const row of matrix) rotate(row, turn)
        rotateRows(matrix, turn)
        for (const row of vectors) rotate(row, turn)
      }
    }
  }
  return { vectors, values: Float64Array.from(matrix, (row, at) => row[at]!) }
}

interface Turn {
  readonly p: number
  readonly q: number
  readonly cosine: number
  readonly sine: number
}

function rotate(row: Float64Array, { p, q, cosine, sine }: Turn): void {
  const [a, b] = [row[p]!, row[q]!]
  row[p] = cosine * a - sine * b
  row[q] = sine * a + cosine * b
}

function rotateRows(matrix: readonly Float64Array[], { p, q, cosine, sine }: Turn): void {
  const [rowP, rowQ] = [matrix[p]!, matrix[q]!]
  for (let at = 0; at < matrix.length; at += 1) {
    const [a, b] = [rowP[at]!, rowQ[at]!]
    rowP[at] = cosine * a - sine * b
    rowQ[at] = sine * a + cosine * b
  }
}
