/* What the shared library shows to its users. */
#ifndef STOA_EXPORT_H
#define STOA_EXPORT_H

#define STOA_EXPORT __attribute__((visibility("default")))

#endif
