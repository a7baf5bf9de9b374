import { isPassword, type Problem } from '@typecase/kernel'
import type { CommonPasswords } from '../ports.ts'

/** Names of the user, which an attacker tries first as passwords. */
export interface Owner {
  readonly username?: string | undefined
  readonly email?: string | undefined
}

/** Patterns of at least this many characters are accepted. */
const acceptedPatternLength = 16
/** A password that contains the name is too similar if it has at most this many other letters and digits. */
const maxBesideName = 4
const shortestName = 3

/** Keyboard rows, digits and letters. They match in both directions and cyclically. */
const rows = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
]
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]).map((row) => row.repeat(3))

/**
 * Reasons why a new password is easy to guess. The messages are part of the API: the web interface translates
 * them.
 */
export async function passwordProblems(
  common: CommonPasswords,
  password: string,
  owner: Owner,
): Promise<Problem[]> {
  const message = isPassword(password) ? await weakness(common, password, owner) : undefined
  return message === undefined ? [] : [{ path: 'password', message }]
}

async function weakness(
  common: CommonPasswords,
  password: string,
  owner: Owner,
): Promise<string | undefined> {
  const text = password.toLowerCase()
  if (isPattern(text))
    return 'This password is a simple pattern. Choose one that is harder to guess, like several unrelated words.'
  if (resemblesName(text, owner))
    return 'This password is too similar to the username or email. Choose one that does not contain them.'
  if (await isCommon(common, text))
    return 'This password is one of the most common ones. Choose one that is harder to guess, like several unrelated words.'
  return undefined
}

/** Ignores trailing punctuation, because `password!` is as easy to guess as `password`. */
async function isCommon(common: CommonPasswords, text: string): Promise<boolean> {
  const bare = text.replace(/[^\p{L}\p{N}]+$/u, '')
  return (await common.isCommon(text)) || (bare !== text && bare !== '' && (await common.isCommon(bare)))
}

function isPattern(text: string): boolean {
  const characters = [...text]
  if (characters.length >= acceptedPatternLength) return false
  return new Set(characters).size === 1 || runs.some((run) => run.includes(text))
}

function resemblesName(text: string, { username = '', email = '' }: Owner): boolean {
  const names = [username, email, email.split('@')[0] ?? ''].map((name) => name.toLowerCase())
  return names.some((name) => {
    if (name.length < shortestName || !text.includes(name)) return false
    const rest = text.replaceAll(name, '').replace(/[^\p{L}\p{N}]/gu, '')
    return [...rest].length <= maxBesideName
  })
}
