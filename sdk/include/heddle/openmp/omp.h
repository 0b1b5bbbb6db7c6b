// OpenMP's functions for CUDA files, where clang's own omp.h is not installed. Pragmas of CUDA
// files are not acted on, so that these functions see a team of one thread; the functions come from
// GCC's libgomp.
#ifndef HEDDLE_OMP_H
#define HEDDLE_OMP_H

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct omp_lock_t {
  unsigned char bytes[4] __attribute__((aligned(4)));
} omp_lock_t;
typedef struct omp_nest_lock_t {
  unsigned char bytes[16] __attribute__((aligned(8)));
} omp_nest_lock_t;
typedef enum omp_sched_t {
  omp_sched_static = 1,
  omp_sched_dynamic = 2,
  omp_sched_guided = 3,
  omp_sched_auto = 4
} omp_sched_t;

void omp_set_num_threads(int threads);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_dynamic(int dynamic);
int omp_get_dynamic(void);
void omp_set_nested(int nested);
int omp_get_nested(void);
void omp_set_schedule(omp_sched_t kind, int chunk);
void omp_get_schedule(omp_sched_t* kind, int* chunk);
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_init_lock(omp_lock_t* lock);
void omp_destroy_lock(omp_lock_t* lock);
void omp_set_lock(omp_lock_t* lock);
void omp_unset_lock(omp_lock_t* lock);
int omp_test_lock(omp_lock_t* lock);
void omp_init_nest_lock(omp_nest_lock_t* lock);
void omp_destroy_nest_lock(omp_nest_lock_t* lock);
void omp_set_nest_lock(omp_nest_lock_t* lock);
void omp_unset_nest_lock(omp_nest_lock_t* lock);
int omp_test_nest_lock(omp_nest_lock_t* lock);

#if defined(__cplusplus)
}
#endif

#endif
