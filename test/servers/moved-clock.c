/*
 * Loaded before libfaketime for a run with TEST_CLOCK. While libfaketime's own epoll_wait waits, it shows the true time
 * to signal handlers, so PostgreSQL, which waits there, would never find that a time limit has passed.
 */
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

int epoll_wait(int file, struct epoll_event *events, int most, int milliseconds) {
  return (int)syscall(SYS_epoll_pwait, file, events, most, milliseconds, NULL, 0);
}
