/// The program that is running.
package enum Executable {}
