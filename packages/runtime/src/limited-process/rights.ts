/** The rights of a process that works on what others have made. */

/**
 * Flags of Node that take from a process its rights to files, processes, threads, native code and the debugger; what it needs of
 * them is allowed to it by further flags. SQLite opens files without asking Node's permissions, so that it is taken
 * away by name; and no signal makes it listen for a debugger.
 *
 * They withhold neither the network nor signals to other processes, and are no sandbox for code that takes over V8 itself.
 */
export const withoutRights: readonly string[] = [
  '--permission',
  '--no-experimental-sqlite',
  '--disable-sigusr1',
]
